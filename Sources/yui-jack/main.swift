print("yui-jack")
